"""What a Runge-Kutta method is made of; the numbers are in chain/kernels/tableaus.pxd."""

cdef extern from *:
    """
    typedef struct {
        double c;               /* place of the evaluation in the step */
        int terms;
        int stage[13];
        double weight[13];
    } spacelib_weights;
    typedef struct {
        int stages;             /* evaluations of a step */
        int extra;              /* more evaluations, for the dense output */
        int dense;              /* rows of D */
        int order;              /* power of h in the estimated error; 0: there is no estimate */
        spacelib_weights stage[16];
        spacelib_weights error[2];
        spacelib_weights D[4];
    } spacelib_tableau;
    """
    ctypedef struct Weights "spacelib_weights":
        double c
        int terms
        int stage[13]
        double weight[13]
    ctypedef struct Tableau "spacelib_tableau":
        int stages
        int extra
        int dense
        int order
        Weights stage[16]
        Weights error[2]
        Weights D[4]
